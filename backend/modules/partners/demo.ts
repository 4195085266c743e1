import { addContent, type DemoSubject, readDemo } from "#backend/content/demo-rows";
import { partners } from "./tables.ts";

export const demo: DemoSubject = async (needs) => {
  const rows = readDemo("partners").map(async ({ logo, ...row }) => ({
    logoAlt: { fr: "" },
    ...row,
    logoId: await needs.addLogo(String(logo)),
  }));
  await addContent(needs, partners, await Promise.all(rows));
};
