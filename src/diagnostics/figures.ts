/** `1234567` → `1,234,567`, in every locale. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
