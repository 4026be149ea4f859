import type { Provider } from "#contract/ids.ts";
import { notConfigured } from "./not-configured.ts";
import type { ProviderRequest } from "./provider-request.ts";
import type {
	CallContext,
	Extractor,
	Outcome,
	Rater,
	Transcriber,
} from "./providers.ts";

/** Times a rating's deadline: a window of speech is read whole and many statements written. */
const EXTRACTION_SHARE = 3;
/** Times a rating's deadline: ten minutes of video are listened to in one call. */
const TRANSCRIPTION_SHARE = 5;

export type Providers = {
	raters: Rater[];
	/** In the order in which they are asked. */
	extractors: Extractor[];
	transcriber: Transcriber | null;
};

/** Makes one call with the adapter it names; `context.timeout_ms` is that of a rating. */
export async function performCall(
	providers: Providers,
	request: ProviderRequest,
	context: CallContext,
): Promise<Outcome<unknown>> {
	const within = (share: number): CallContext => ({
		...context,
		timeout_ms: context.timeout_ms * share,
	});
	const named = { provider: request.provider };
	switch (request.kind) {
		case "rate":
			return (
				find(providers.raters, named)?.rate(request.input, context) ??
				notConfigured()
			);
		case "extract":
			return (
				find(providers.extractors, named)?.extract(
					request.input,
					within(EXTRACTION_SHARE),
				) ?? notConfigured()
			);
		case "transcribe":
			return (
				providers.transcriber?.transcribe(
					request.input,
					within(TRANSCRIPTION_SHARE),
				) ?? notConfigured()
			);
	}
}

function find<P extends { provider: Provider }>(
	ports: P[],
	{ provider }: { provider: Provider },
): P | undefined {
	return ports.find((port) => port.provider === provider);
}
