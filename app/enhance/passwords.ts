import { runPasswordFields } from "./password-fields";

runPasswordFields();
