import { createElement, Fragment } from "react";
import type { ContentSubject, PanelPlace } from "./subjects/subject";

type Props = { subject: ContentSubject; at: PanelPlace; data: readonly unknown[] };

/** The panels of a subject in one place of its pages; `data` is what `loadPanels` loaded. */
export function Panels({ subject: { panels = [] }, at, data }: Props) {
  return createElement(Fragment, null, ...panels.map(({ at: place, render }, index) => place === at && render(data[index])));
}
