import { useParams } from "react-router-dom";
import { ResultsOf } from "./results-of.tsx";

export function ResultsPage() {
	const { videoId = "", statementId = null } = useParams();
	// Another video is another page: nothing of the last one carries over.
	return (
		<ResultsOf key={videoId} videoId={videoId} statementId={statementId} />
	);
}
