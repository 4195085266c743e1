import type { Examples } from "./examples";
import { Panel } from "./panel";

export const examples: Examples = {
  piece: "Panel",
  states: {
    "with a title": () => <Panel title="Cette semaine">Trois tournées, douze bénévoles.</Panel>,
    "with more to see": () => (
      <Panel title="À relire" link={{ to: "/dashboard/admin/news?status=in_review", label: "Tous les articles" }}>
        Deux articles attendent une relecture.
      </Panel>
    ),
  },
};
