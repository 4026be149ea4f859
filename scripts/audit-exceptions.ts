import type { AuditException } from "./audit-rules.ts";

/** Grave findings that are let stand until a day, each with why it does no harm here. */
export const auditExceptions: AuditException[] = [];
