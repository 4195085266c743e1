import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { donorKind } from "./donor-kind";
import { Wizard } from "./wizard";
import { wizardAction, wizardLoader } from "./wizard.server";

export const handle = { i18n: ["register", "addresses"] } as const satisfies PageHandle;

export const meta = pageMeta;

export const loader = wizardLoader(donorKind, "/register/donator-form");

export const action = wizardAction(donorKind);

export default Wizard;
