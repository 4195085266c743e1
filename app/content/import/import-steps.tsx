import { CheckStep } from "./check-step";
import { CheckingStep } from "./checking-step";
import { ColumnsStep } from "./columns-step";
import { DoneStep } from "./done-step";
import type { stepOf } from "./import-pages.server";
import { UploadStep } from "./upload-step";

export type Step = Awaited<ReturnType<typeof stepOf>>;
export type StepProps<Name extends Step["step"]> = Extract<Step, { step: Name }>;

type Props = { data: Step & { submission: string }; answer: unknown };

/** The steps of an import, each with its own URL: upload, columns, dry run, report. */
export function ImportSteps({ data, answer }: Props) {
  if (data.step === "upload") return <UploadStep {...data} answer={answer} />;
  if (data.step === "columns") return <ColumnsStep {...data} />;
  if (data.step === "checking") return <CheckingStep {...data} />;
  if (data.step === "check") return <CheckStep {...data} missing={!!answer && typeof answer === "object" && "missing" in answer} />;
  return <DoneStep {...data} />;
}
