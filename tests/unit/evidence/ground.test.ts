import { expect, it } from "vitest";
import type { Evidence } from "#contract/evidence.ts";
import { hasLostGround } from "#contract/leading-evidence.ts";
import type { Verdict } from "#contract/verdicts.ts";
import { aCitedPage } from "#tests/support/fixtures/judgements.ts";

type Piece = Pick<Evidence, "stance" | "state"> & { by_member?: boolean };
const supports = (state: Evidence["state"]): Piece => ({ stance: "supports", state });
const refutes = (state: Evidence["state"]): Piece => ({ stance: "refutes", state });

it.each<[Verdict, Piece[], boolean]>([
	["supported", [supports("found")], false],
	["supported", [supports("changed")], true],
	["supported", [supports("gone")], true],
	["supported", [supports("changed"), supports("found")], false],
	["supported", [supports("changed"), refutes("found")], true],
	["supported", [supports("found"), refutes("changed")], false],
	["supported", [supports("changed"), { ...supports("found"), by_member: true }], true],
	["supported", [supports("found"), { ...supports("gone"), by_member: true }], false],
	["refuted", [refutes("changed")], true],
	["refuted", [refutes("found"), supports("gone")], false],
	["outdated", [supports("found"), refutes("changed")], true],
	["outdated", [supports("changed"), refutes("found")], false],
	["missing_context", [{ stance: "context", state: "gone" }], true],
	["missing_context", [{ stance: "context", state: "gone" }, refutes("found")], false],
	["conflicting", [supports("found"), refutes("found")], false],
	["conflicting", [supports("found"), refutes("changed")], true],
	["unverified", [supports("changed")], false],
])("a verdict of %s on %j: its ground is lost: %s", (verdict, pieces, lost) => {
	const evidence = pieces.map((piece) => aCitedPage(piece));
	expect(hasLostGround({ verdict, evidence })).toBe(lost);
});

it("a statement that was rated from memory has no ground to lose", () => {
	expect(hasLostGround({ verdict: null, evidence: [] })).toBe(false);
});
