import { requests } from "./http/module.ts";
import { identity } from "./identity/module.ts";
import type { Module } from "./module.ts";
import { account } from "./modules/account/module.ts";
import { addresses } from "./modules/addresses/module.ts";
import { aids } from "./modules/aids/module.ts";
import { articles } from "./modules/articles/module.ts";
import { assemblies } from "./modules/assemblies/module.ts";
import { audit } from "./modules/audit/module.ts";
import { birthdays } from "./modules/birthdays/module.ts";
import { calendarFeeds } from "./modules/calendar-feeds/module.ts";
import { campaigns } from "./modules/campaigns/module.ts";
import { cardPayments } from "./modules/card-payments/module.ts";
import { checkIns } from "./modules/check-ins/module.ts";
import { contact } from "./modules/contact/module.ts";
import { countries } from "./modules/countries/module.ts";
import { cspReports } from "./modules/csp-reports/module.ts";
import { dashboard } from "./modules/dashboard/module.ts";
import { deletedContents } from "./modules/deleted-contents/module.ts";
import { documents } from "./modules/documents/module.ts";
import { donorAccess } from "./modules/donor-access/module.ts";
import { eventGuests } from "./modules/event-guests/module.ts";
import { eventRegistrations } from "./modules/event-registrations/module.ts";
import { events } from "./modules/events/module.ts";
import { expenseClaims } from "./modules/expense-claims/module.ts";
import { faq } from "./modules/faq/module.ts";
import { fiscalReceipts } from "./modules/fiscal-receipts/module.ts";
import { furtherSupport } from "./modules/further-support/module.ts";
import { giftsInKind } from "./modules/gifts-in-kind/module.ts";
import { helloasso } from "./modules/helloasso/module.ts";
import { hours } from "./modules/hours/module.ts";
import { imports } from "./modules/imports/module.ts";
import { jobs } from "./modules/jobs/module.ts";
import { kitOrders } from "./modules/kit-orders/module.ts";
import { legalDocuments } from "./modules/legal-documents/module.ts";
import { links } from "./modules/links/module.ts";
import { mailBulk } from "./modules/mail-bulk/module.ts";
import { mails } from "./modules/mails/module.ts";
import { memberships } from "./modules/memberships/module.ts";
import { monthlyRecords } from "./modules/monthly-records/module.ts";
import { newsletter } from "./modules/newsletter/module.ts";
import { notices } from "./modules/notices/module.ts";
import { oauthClients } from "./modules/oauth-clients/module.ts";
import { operations } from "./modules/operations/module.ts";
import { organisation } from "./modules/organisation/module.ts";
import { pageTexts } from "./modules/page-texts/module.ts";
import { partners } from "./modules/partners/module.ts";
import { passwords } from "./modules/passwords/module.ts";
import { payments } from "./modules/payments/module.ts";
import { people } from "./modules/people/module.ts";
import { pledges } from "./modules/pledges/module.ts";
import { portraits } from "./modules/portraits/module.ts";
import { press } from "./modules/press/module.ts";
import { privacy } from "./modules/privacy/module.ts";
import { projects } from "./modules/projects/module.ts";
import { registration } from "./modules/registration/module.ts";
import { registrationLinks } from "./modules/registration-links/module.ts";
import { rights } from "./modules/rights/module.ts";
import { savedViews } from "./modules/saved-views/module.ts";
import { search } from "./modules/search/module.ts";
import { sectorHours } from "./modules/sector-hours/module.ts";
import { sectorManagers } from "./modules/sector-managers/module.ts";
import { sectors } from "./modules/sectors/module.ts";
import { setup } from "./modules/setup/module.ts";
import { shortcuts } from "./modules/shortcuts/module.ts";
import { statements } from "./modules/statements/module.ts";
import { storedForms } from "./modules/stored-forms/module.ts";
import { tasks } from "./modules/tasks/module.ts";
import { testimonials } from "./modules/testimonials/module.ts";
import { tracking } from "./modules/tracking/module.ts";
import { users } from "./modules/users/module.ts";
import { verification } from "./modules/verification/module.ts";
import { verificationChats } from "./modules/verification-chats/module.ts";

/** The modules of the backend. A new one needs its line here, and nothing else of this folder. */
export const modules: Module[] = [
  identity,
  requests,
  account,
  addresses,
  articles,
  assemblies,
  audit,
  birthdays,
  calendarFeeds,
  campaigns,
  checkIns,
  contact,
  countries,
  cspReports,
  imports,
  dashboard,
  deletedContents,
  documents,
  donorAccess,
  events,
  eventRegistrations,
  eventGuests,
  kitOrders,
  aids,
  expenseClaims,
  faq,
  fiscalReceipts,
  furtherSupport,
  giftsInKind,
  helloasso,
  hours,
  jobs,
  storedForms,
  legalDocuments,
  links,
  mails,
  mailBulk,
  newsletter,
  memberships,
  monthlyRecords,
  notices,
  oauthClients,
  operations,
  organisation,
  pageTexts,
  partners,
  passwords,
  people,
  pledges,
  payments,
  statements,
  cardPayments,
  portraits,
  press,
  privacy,
  projects,
  registration,
  registrationLinks,
  rights,
  savedViews,
  search,
  sectorHours,
  sectorManagers,
  sectors,
  setup,
  shortcuts,
  tasks,
  testimonials,
  tracking,
  users,
  verification,
  verificationChats,
];
