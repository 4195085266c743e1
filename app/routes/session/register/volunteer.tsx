import type { PageHandle } from "~/layouts/handle";
import { pageMeta } from "~/layouts/page-meta";
import { Wizard } from "./wizard";
import { wizardAction, wizardLoader } from "./wizard.server";

export const handle = { i18n: ["register", "addresses"], files: true } as const satisfies PageHandle;

export const meta = pageMeta;

export const loader = wizardLoader(() => "volunteer", "/register/volunteer");

export const action = wizardAction(() => "volunteer");

export default Wizard;
