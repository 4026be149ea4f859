import { createContext, useContext } from "react";
import { useSWRConfig } from "swr";
import type { CreatorResponse } from "#contract/responses.ts";
import type { Report } from "#contract/video.ts";
import { keys } from "#web/api/keys.ts";
import { useMe } from "#web/api/use-me.ts";
import { reportWithResponse } from "./responses-on.ts";
import { useVisitor } from "./visitor-context.ts";

export type Responses = {
	video_id: string;
	all: readonly CreatorResponse[];
	/** The channel's name where the reader is its verified owner, else null. */
	owned_channel: string | null;
	/** Shows a response as the server answered it. */
	keep: (response: CreatorResponse) => void;
};

const NONE: Responses = {
	video_id: "",
	all: [],
	owned_channel: null,
	keep: () => {},
};

export const ResponseContext = createContext<Responses>(NONE);

export function useResponseContext(): Responses {
	return useContext(ResponseContext);
}

/** A report's responses, and whether the reader may add to them. */
export function useResponses(report: Report): Responses {
	const { video, responses } = report;
	const { user } = useVisitor();
	const { mutate } = useSWRConfig();
	const { data: me } = useMe(user);
	const channel =
		video.channel_id === null
			? undefined
			: me?.channels.find(({ channel_id }) => channel_id === video.channel_id);
	return {
		video_id: video.id,
		all: responses,
		owned_channel: user && channel ? channel.channel_name : null,
		keep: (response) =>
			void mutate<Report>(
				keys.report(video.id),
				(known) => known && reportWithResponse(known, response),
				{ revalidate: false },
			),
	};
}
