/** One of the platform's apps, as it introduces itself to the player endpoint. */
export type PlayerClient = {
	name: string;
	/** Its number in the X-YouTube-Client-Name header. */
	number: number;
	version: string;
	user_agent: string;
	device: Record<string, string | number>;
};

/**
 * The apps that are handed caption addresses without a proof of origin, in the
 * order to ask. The platform retires versions after some months: they are
 * renewed here and nowhere else.
 */
export const PLAYER_CLIENTS: readonly PlayerClient[] = [
	{
		name: "IOS",
		number: 5,
		version: "21.26.4",
		user_agent:
			"com.google.ios.youtube/21.26.4 (iPhone16,2; U; CPU iOS 18_3_2 like Mac OS X;)",
		device: {
			deviceMake: "Apple",
			deviceModel: "iPhone16,2",
			osName: "iPhone",
			osVersion: "18.3.2.22D82",
		},
	},
	{
		name: "ANDROID",
		number: 3,
		version: "21.26.364",
		user_agent:
			"com.google.android.youtube/21.26.364 (Linux; U; Android 11) gzip",
		device: { androidSdkVersion: 30, osName: "Android", osVersion: "11" },
	},
	{
		// Knows no videos made for children.
		name: "VISIONOS",
		number: 101,
		version: "1.02",
		user_agent:
			"Mozilla/5.0 (Macintosh; Intel Mac OS X 15_7_3) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
		device: {
			deviceMake: "Apple",
			deviceModel: "RealityDevice17,1",
			osName: "visionOS",
			osVersion: "26.5.23O471",
		},
	},
];
