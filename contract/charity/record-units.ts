type Figures = { kits: number; volunteerMinutes: number; foodGrams: number };

/** Forms and files use hours and kilograms; stored values are in minutes and grams. */
export const hoursOf = ({ volunteerMinutes }: Pick<Figures, "volunteerMinutes">) => Math.round((volunteerMinutes / 60) * 100) / 100;
export const kilogramsOf = ({ foodGrams }: Pick<Figures, "foodGrams">) => foodGrams / 1000;

export function figuresOf({ kits, hours, kilograms }: { kits: number; hours: number; kilograms: number }): Figures {
  return { kits, volunteerMinutes: Math.round(hours * 60), foodGrams: Math.round(kilograms * 1000) };
}
