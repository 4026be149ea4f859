import "./styles/main.css";
import { preloadPage } from "./api/preload-page.ts";
import { mount } from "./mount.tsx";

preloadPage(window.location.pathname);
mount(document.getElementById("root"));
