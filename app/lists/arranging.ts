/** Query parameter under which the rows of an ordered list can be moved. */
export const arrange = "arrange";
