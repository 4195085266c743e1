import { runFileFields } from "./file-fields";

runFileFields();
