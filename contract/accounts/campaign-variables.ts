/** What stands for something in the text of a message about an event, by the names that staff write in braces, in either language. */
export const variableNames = {
  firstName: { fr: "prénom", en: "first name" },
  event: { fr: "évènement", en: "event" },
  date: { fr: "date", en: "day" },
  hours: { fr: "horaire", en: "hours" },
  place: { fr: "lieu", en: "place" },
  group: { fr: "groupe", en: "group" },
} as const;

export type CampaignVariable = keyof typeof variableNames;
export const campaignVariables = Object.keys(variableNames) as CampaignVariable[];

const marks = /\{([^{}\n]{1,30})\}/g;

function variableOf(name: string): CampaignVariable | undefined {
  const written = name.trim().normalize("NFC").toLowerCase();
  return campaignVariables.find((variable) => Object.values(variableNames[variable]).some((known) => known === written));
}

/** The text with the value of each variable; anything else in braces stays as it is. */
export function fillVariables(text: string, values: Record<CampaignVariable, string>): string {
  return text.replace(marks, (whole, name) => {
    const variable = variableOf(name);
    return variable ? values[variable] : whole;
  });
}

/** Whether everything in braces is a variable. */
export const hasOnlyVariables = (text: string) => [...text.matchAll(marks)].every(([, name = ""]) => variableOf(name));
