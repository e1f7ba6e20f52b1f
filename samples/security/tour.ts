import type { ShowCall } from '../sample-apis.js';

/** Calls one operation for every kind of security scheme, and one for which the client's scopes are too few. */
export async function securityTour(show: ShowCall): Promise<void> {
  await show('listInvoices', { status: 'open' });
  const invoice = (await show('createInvoice', { body: { customer: 'Edsger', total: 12 } })) as {
    readonly id: number;
  };
  await show('approveInvoice', { invoiceId: invoice.id });
  await show('printInvoice', { invoiceId: invoice.id });
  await show('cancelInvoice', { invoiceId: invoice.id }, 403);
  const others = ['getStatus', 'listRates', 'readCalendar', 'readArchive', 'readLedger', 'readReports'];
  for (const tool of [...others, 'getCustomer', 'getEmployee']) await show(tool, {});
}
