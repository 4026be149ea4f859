export type Violation = { rule: string; from: string; to: string };

export declare function findViolations(
	root: string,
	folders: string[],
): Promise<{ files: number; violations: Violation[] }>;
