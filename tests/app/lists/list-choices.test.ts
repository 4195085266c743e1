import { expect, test } from "vitest";
import type { ZodType } from "zod";
import { accountStates } from "#contract/accounts/current-user";
import { supportingDocumentKinds, supportingDocumentStates } from "#contract/accounts/documents";
import { oauthClientStatuses, oauthClientsApi, oauthClientTypes } from "#contract/accounts/oauth-clients";
import { driverDocumentStates, driverStatuses, PeopleQuery, vehicles } from "#contract/accounts/people";
import { linkRoles, registrationLinksApi } from "#contract/accounts/registration-links";
import { supportingDocumentsApi } from "#contract/accounts/supporting-documents";
import { ChatQuery, chatOwners, chatStatuses } from "#contract/accounts/verification-chats";
import { mailStates, mailsApi } from "#contract/api/mails";
import { applicationStatuses, applicationsApi } from "#contract/charity/applications";
import { contactTopics, messageStatuses, messagesApi } from "#contract/charity/contact";
import { englishStates } from "#contract/formats/localized";
import { donorKinds } from "#contract/giving/pledge-donor";
import { pledgeStatuses, pledgesApi, rhythms } from "#contract/giving/pledges";
import { auditActorKinds, auditApi } from "#contract/law/audit";
import { legalEditingApi, textStates } from "#contract/law/legal-editing";
import { privacyAdminApi, requestKinds, requestStates } from "#contract/law/privacy";
import { ArticleRowsQuery, articleSorts, articleStatuses } from "#contract/publishing/articles";
import { choicesOf } from "~/lists/choices.server";

test("a list offers the enum values of the contract, and none for texts, pages and ids", () => {
  expect(choicesOf(ArticleRowsQuery)).toEqual({
    q: [],
    page: [],
    after: [],
    before: [],
    perPage: [],
    sort: [...articleSorts],
    order: ["asc", "desc"],
    status: [...articleStatuses],
    english: [...englishStates],
    team: [],
  });
});

test.each([
  ["applications", applicationsApi.list.query, { status: applicationStatuses }],
  ["the audit log", auditApi.list.query, { actorKind: auditActorKinds }],
  ["messages", messagesApi.list.query, { status: messageStatuses, topic: contactTopics }],
  ["papers", supportingDocumentsApi.list.query, { status: supportingDocumentStates, kind: supportingDocumentKinds }],
  ["legal texts", legalEditingApi.list.query, { status: textStates }],
  ["mails", mailsApi.list.query, { status: mailStates }],
  ["applications that log people in", oauthClientsApi.list.query, { status: oauthClientStatuses, type: oauthClientTypes }],
  ["pledges", pledgesApi.list.query, { status: pledgeStatuses, rhythm: rhythms, donor: donorKinds }],
  ["data requests", privacyAdminApi.list.query, { status: requestStates, kind: requestKinds }],
  ["registration links", registrationLinksApi.list.query, { role: linkRoles }],
  ["people", PeopleQuery, { state: accountStates, vehicle: vehicles, papers: driverDocumentStates, driver: ["ready", ...driverStatuses] }],
  ["chats", ChatQuery, { status: chatStatuses, owner: chatOwners }],
])("%s can be narrowed to every value of theirs", (_, query, values) => {
  expect(choicesOf(query as ZodType)).toMatchObject(values);
});
