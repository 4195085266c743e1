import { CircleCheck, Lock, Pencil } from "lucide";
import { useTranslation } from "react-i18next";
import type { AssemblyState } from "#contract/charity/assemblies";
import { Badge } from "~/ui/badge";

const variants = {
  prepared: { meaning: "plain", icon: Pencil },
  open: { meaning: "success", icon: CircleCheck },
  closed: { meaning: "information", icon: Lock },
} as const;

/** The state of an assembly. */
export function AssemblyBadge({ state }: { state: AssemblyState }) {
  const { t } = useTranslation("assemblies");
  return <Badge {...variants[state]}>{t(`state.${state}`)}</Badge>;
}
