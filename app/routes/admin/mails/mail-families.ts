/** The families of the mails, in the order in which they are shown: the words that their topics begin with. */
const families = {
  account:
    "session email password account guardian welcome criteria more team annual text magic paper setup profile rights driver registration birthday",
  events: "event",
  gifts: "pledge gift receipt",
  members: "membership renewal",
  hours: "hours certificate expenses",
  messages: "message contact thread application testimonial newsletter",
  writing: "article campaign sending",
  privacy: "data export erasure retention",
  work: "work digest follow",
} as const;
export type MailFamily = keyof typeof families;
export const mailFamilies = Object.keys(families) as MailFamily[];

/** The family of a topic; one that is in none goes to the last, the mails about the team's work. */
export function familyOf(topic: string): MailFamily {
  const first = topic.split("_")[0] ?? "";
  return mailFamilies.find((family) => families[family].split(" ").includes(first)) ?? "work";
}
