import { expect, test } from "vitest";
import type { ZodType } from "zod";
import { applicationStatuses, applicationsApi } from "#contract/applications";
import { ArticleRowsQuery, articleSorts, articleStatuses } from "#contract/articles";
import { auditActorKinds, auditApi } from "#contract/audit";
import { contactTopics, messageStatuses, messagesApi } from "#contract/contact";
import { accountStates } from "#contract/current-user";
import { paperKinds, paperStates } from "#contract/documents";
import { legalEditingApi, textStates } from "#contract/legal-editing";
import { englishStates } from "#contract/localized";
import { mailStates, mailsApi } from "#contract/mails";
import { oauthClientStatuses, oauthClientsApi, oauthClientTypes } from "#contract/oauth-clients";
import { papersApi } from "#contract/papers";
import { paperStates as driverPapers, driverStatuses, PeopleQuery, vehicles } from "#contract/people";
import { donorKinds, pledgeStatuses, pledgesApi, rhythms } from "#contract/pledges";
import { privacyAdminApi, requestKinds, requestStates } from "#contract/privacy";
import { linkRoles, registrationLinksApi } from "#contract/registration-links";
import { ChatQuery, chatOwners, chatStatuses } from "#contract/verification-chats";
import { choicesOf } from "~/lists/choices.server";

test("a list offers the values that the contract numbers, and none for words, pages and ids", () => {
  expect(choicesOf(ArticleRowsQuery)).toEqual({
    q: [],
    page: [],
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
  ["papers", papersApi.list.query, { status: paperStates, kind: paperKinds }],
  ["legal texts", legalEditingApi.list.query, { status: textStates }],
  ["mails", mailsApi.list.query, { status: mailStates }],
  ["applications that log people in", oauthClientsApi.list.query, { status: oauthClientStatuses, type: oauthClientTypes }],
  ["pledges", pledgesApi.list.query, { status: pledgeStatuses, rhythm: rhythms, donor: donorKinds }],
  ["data requests", privacyAdminApi.list.query, { status: requestStates, kind: requestKinds }],
  ["registration links", registrationLinksApi.list.query, { role: linkRoles }],
  ["people", PeopleQuery, { state: accountStates, vehicle: vehicles, papers: driverPapers, driver: driverStatuses }],
  ["chats", ChatQuery, { status: chatStatuses, owner: chatOwners }],
])("%s can be narrowed to every value of theirs", (_, query, values) => {
  expect(choicesOf(query as ZodType)).toMatchObject(values);
});
