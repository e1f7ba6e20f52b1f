/** What the API of this sample lets in, by security scheme and part; none of it is a secret anywhere else. */
export const demoCredentials = {
  desk: { clientId: 'invoice-desk', clientSecret: 'desk-secret' },
  approver: { key: 'approver-key' },
  printer: { key: 'printer-key' },
  ratesKey: { key: 'rates-key' },
  session: { key: 'calendar-session' },
  archivist: { username: 'archie', password: 'archive-password' },
  accountant: { username: 'ada', password: 'ledger-password' },
  auditor: { token: 'auditor-token' },
  customer: { token: 'customer-token' },
  employee: { token: 'employee-token' },
} as const;

/** The scopes that the token endpoint gives to the desk; others that it asks for are left out. */
export const deskScopes: readonly string[] = ['invoices:read', 'invoices:write'];
