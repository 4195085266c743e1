import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import type * as z from "zod";
import { EmailChangeRequest, OwnProfile, PasswordChange } from "#contract/accounts/account";
import { AnnualCheck, criteriaForm, NewFileDocument, questionKinds } from "#contract/accounts/criteria";
import { CriteriaForm } from "#contract/accounts/criteria-editing";
import { OAuthClientDraft, OAuthClientEdit } from "#contract/accounts/oauth-clients";
import { PasswordRequest, PasswordUpdate } from "#contract/accounts/passwords";
import { ReasonedStep } from "#contract/accounts/people";
import { Driving, EditedPerson, NewDrivingDocument, SectorChoice } from "#contract/accounts/person-edit";
import { Account, EmailChange, GuardianConsent } from "#contract/accounts/registration";
import { LinkDraft } from "#contract/accounts/registration-links";
import { registrationKinds, stepForm, stepsOf } from "#contract/accounts/registration-steps";
import { RightsForm } from "#contract/accounts/rights";
import { Credentials } from "#contract/accounts/session";
import { FirstSector, SetupAccount } from "#contract/accounts/setup";
import { SupportingDocumentDecision } from "#contract/accounts/supporting-documents";
import { ChatDraft, Decision, StaffDraft } from "#contract/accounts/verification-chats";
import { SavedViewDraft } from "#contract/api/saved-views";
import { ApplicationDraft } from "#contract/charity/applications";
import { ContactDraft } from "#contract/charity/contact";
import { EditedMonth, NewMonth } from "#contract/charity/monthly-records";
import { MySectorEdit } from "#contract/charity/my-sectors";
import { organisationPageForm, organisationParts } from "#contract/charity/organisation";
import { PartnerProposal } from "#contract/charity/partner-proposal";
import { FigureDraft, OwnerDraft } from "#contract/charity/projects";
import { HoursDraft } from "#contract/charity/sector-hours";
import { ManagerDraft, MergeDraft } from "#contract/charity/sectors";
import { ReplyDraft } from "#contract/charity/threads";
import { PostalAddress } from "#contract/formats/postal-address";
import { AccessRequest } from "#contract/giving/donor-access";
import { PledgeDonor, ReceiptAddress } from "#contract/giving/pledge-donor";
import { PledgeForm } from "#contract/giving/pledges";
import { SignatureDraft } from "#contract/law/legal-documents";
import { TextDraft } from "#contract/law/legal-editing";
import { ByEmailAnswer, DataRequestDraft, OnBehalf, PublicDataRequest } from "#contract/law/privacy";
import { ArticleDraft } from "#contract/publishing/articles";
import { contentNames } from "#contract/publishing/content-names";
import { SentTestimonial, Decision as TestimonialDecision } from "#contract/publishing/sent-testimonials";
import { schemasOfPages } from "#tests/support/form-schemas";
import { contentSubjects } from "~/content/subjects";

const questions = questionKinds.map((kind) => ({
  key: kind,
  kind,
  label: { fr: "Combien ?" },
  choices: [{ value: "one", label: { fr: "Une" } }],
}));

const registration = registrationKinds.flatMap((kind) =>
  stepsOf(kind).map((step) => [`${kind}, ${step}`, stepForm(kind, step, questions) as z.ZodObject] as const),
);
const content = await Promise.all(contentNames.map(async (name) => [name, (await contentSubjects[name].api()).Draft] as const));

const listed: (readonly [string, z.ZodType])[] = [
  ...registration,
  ...content,
  ...organisationParts.map((part) => [`organisation, ${part}`, organisationPageForm(part)] as const),
  ...Object.entries({
    Account,
    AccessRequest,
    AnnualCheck,
    ApplicationDraft,
    ArticleDraft,
    ByEmailAnswer,
    ChatDraft,
    ChosenTeam: SectorChoice,
    ContactDraft,
    Credentials,
    CriteriaForm,
    DataRequestDraft,
    Decision,
    Driving,
    EditedMonth,
    EditedPerson,
    EmailChange,
    EmailChangeRequest,
    FigureDraft,
    FirstSector,
    GuardianConsent,
    HoursDraft,
    LinkDraft,
    ManagerDraft,
    MergeDraft,
    NewDrivingDocument,
    NewFileDocument,
    NewMonth,
    OAuthClientDraft,
    OAuthClientEdit,
    OnBehalf: OnBehalf.omit({ kind: true }),
    OwnerDraft,
    OwnProfile,
    MySectorEdit,
    PartnerProposal,
    PasswordChange,
    PasswordRequest,
    PasswordUpdate,
    PledgeForm,
    PostalAddress,
    PublicDataRequest,
    ReasonedStep,
    ReceiptAddress,
    PledgeDonor,
    ReplyDraft,
    RightsForm,
    SavedViewDraft,
    SentTestimonial,
    SetupAccount,
    SignatureDraft,
    StaffDraft,
    SupportingDocumentDecision,
    TestimonialDecision,
    TextDraft,
    criteriaForm: criteriaForm(questions),
  }),
];

/** Forms whose fields are all filled in by the page or its script. */
const withoutFields = ["OwnSectorChoice", "PushDeviceDraft"];

/** Those that pages name are all among them, whoever adds a page. */
const ofPages = (await schemasOfPages()).filter(
  ([name, schema]) => !withoutFields.includes(name) && !listed.some(([known, one]) => known === name || one === schema),
);
const forms = [...listed, ...ofPages];

/** Fields that a page fills in itself, and choices of which one is always made: buttons, and radios or selects with a value. */
const filledIn =
  /^(version|after|agreement|textHash|list|step|verdict|outcome|locale|role|rhythm|donor|allocation|userId|cover\.imageId|submission|reversal|people(\..*)?)$/;

/** The answers to the questions of an event, which are checked with these. */
const ofEvent = "answers";

/** The messages of a form that is sent with these fields, by field. */
function answered(schema: z.ZodType, fields: Record<string, string>): [string, string][] {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  const errors = parseWithZod(data, { schema }).reply().error ?? {};
  return Object.entries(errors).flatMap(([name, messages]) => (messages ?? []).map((message): [string, string] => [name, message]));
}

test.each(forms)("%s: an answer that is missing is asked for by a sentence of its field", (_, schema) => {
  const general = answered(schema, {}).filter(([, message]) => message.startsWith("common:validation."));
  expect(general.filter(([name]) => !filledIn.test(name))).toEqual([]);
});

test.each(forms)("%s: the message for a value in the wrong format says which format is expected", (_, schema) => {
  const all = Object.keys(getZodConstraint(schema as z.ZodObject));
  const names = all.filter(
    (name) =>
      !/^(cv|file|attachment|cover)$/.test(name) && name !== ofEvent && !all.some((other) => other !== name && other.startsWith(name)),
  );
  const refused = (value: string) =>
    answered(schema, Object.fromEntries(names.map((name) => [name, value])))
      .filter(([name, message]) => message.startsWith("common:validation.form") && !filledIn.test(name))
      .map(([name]) => name);
  // A box is ticked or not.
  const ticked = refused("on");
  expect(refused("?!").filter((name) => ticked.includes(name))).toEqual([]);
});
