import type { ComponentProps } from "react";
import { ImportSteps } from "./import-steps";

/** The page of every import: its title, and the step that it is at. */
export function ImportPage({
  data,
  answer,
}: { data: { title: string } & ComponentProps<typeof ImportSteps>["data"] } & Pick<ComponentProps<typeof ImportSteps>, "answer">) {
  return (
    <>
      <h1 className="office-title">{data.title}</h1>
      <ImportSteps data={data} answer={answer} />
    </>
  );
}
