import { describe, expect, it } from "vitest";
import { placement } from "#features/analysis/objects.ts";
import { replicaLag } from "#features/operations/heartbeat.ts";

const at = (minute: number, second = 0) =>
	new Date(Date.UTC(2026, 0, 1, 0, minute, second)).toISOString();

describe("The lag of a replica", () => {
	it("is nothing once it has the latest heartbeat", () => {
		expect(replicaLag(at(5), at(5), at(5, 40))).toBe(0);
		expect(replicaLag(null, null, at(5))).toBe(0);
	});

	it("is the time since the first heartbeat that it lacks", () => {
		expect(replicaLag(at(5), at(4), at(5, 3))).toBe(3);
		expect(replicaLag(at(5), at(2), at(5, 3))).toBe(123);
		expect(replicaLag(at(5), null, at(5, 3))).toBe(3);
	});

	it("is never negative if the clocks of two places differ", () => {
		expect(replicaLag(at(5), at(4), at(4, 59))).toBe(0);
	});
});

describe("The object of a run", () => {
	it("is made in the region where the database writes", () => {
		expect(placement("WEUR")).toEqual({ locationHint: "weur" });
		expect(placement("OC")).toEqual({ locationHint: "oc" });
	});

	it("is made near its caller if that region is not known", () => {
		expect(placement(null)).toEqual({});
		expect(placement("MARS")).toEqual({});
	});
});
