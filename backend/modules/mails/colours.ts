/** The primary colours of an installation, dark enough for text on white. */
export const colours = { pink: "#cb1067", green: "#0f7443" } as const;
