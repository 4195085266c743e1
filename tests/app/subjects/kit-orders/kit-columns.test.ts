import { expect, test } from "vitest";
import type { KitRow } from "#contract/charity/kit-orders";
import type { Translate } from "~/i18n/translate";
import { kitFileColumns } from "~/subjects/kit-orders/kit-columns";

const t = ((key: string) => key) as unknown as Translate;

const row: KitRow = {
  ...{
    id: "1",
    userId: "2",
    name: "Aya",
    statusAt: null,
    statusBy: null,
    quotaId: "3",
    quota: { fr: "Soir" },
    repeated: false,
    awayAt: null,
    changedAt: null,
  },
  ...{ kind: "delivery", status: "ordered", slotStartsAt: "2099-06-10T10:00:00.000Z", sizes: "M", companion: false },
  ...{ address: "9 rue des Lilas", door: "Interphone 12", phone: "+33612345678", needs: { diets: ["vegan"], allergies: "arachides" } },
};

const fileOf = (one: KitRow) => JSON.stringify(kitFileColumns.map(({ value }) => value(one, t, "fr")));

test.each(["Lilas", "Interphone", "+33612345678", "vegan", "allergies"])(
  "the file of a fitting has no %s, which that of kits has",
  (text) => {
    expect(fileOf(row)).toContain(text);
    const fitting = fileOf({ ...row, kind: "dressed" });
    expect(fitting).not.toContain(text);
    expect(fitting).toContain("M");
  },
);
