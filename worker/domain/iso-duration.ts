const PERIOD =
	/^P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})(?:\.\d{1,9})?S)?)?$/;
const UNITS_S = [604_800, 86_400, 3_600, 60, 1];

/**
 * An ISO 8601 period such as PT1H2M3S in whole seconds. A live stream's PT0S or
 * P0D is 0. null for anything that is no such period; months and years have no
 * fixed length.
 */
export function isoDuration(period: string): number | null {
	const parts = PERIOD.exec(period)?.slice(1);
	if (parts === undefined || parts.every((part) => part === undefined))
		return null;
	return parts.reduce(
		(sum, part, unit) => sum + Number(part ?? 0) * (UNITS_S[unit] ?? 0),
		0,
	);
}
