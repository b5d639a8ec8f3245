// Loads the library, then shows the page. Where it cannot be loaded, says so.
// SPDX-License-Identifier: MIT
import { loadMotus } from 'motus';
import { createRoot } from 'react-dom/client';

import wasm from '../../bindings/web/package/dist/motus.wasm?url';
import { App } from './app/App';
import { Connection } from './app/connection';
import { Documents } from './app/documents';
import { Frames } from './app/frames';
import { notify } from './app/notices';
import { selection } from './app/selection';
import { Studio } from './app/studio';
import { NotAllowed, ServerProject, takeToken } from './files/project';
import { listKept } from './files/kept';
import '@xyflow/react/dist/base.css';
import './inspect';
import { timelineOf } from './timeline/context';
import './style/tokens.css';
import './style/base.css';
import './style/workspace.css';
import './style/panels.css';
import './style/graph.css';
import './style/inspect.css';
import './style/curve.css';
import './style/trust.css';
import './style/inspector.css';
import './style/timeline.css';
import './inspector';

const root = createRoot(document.getElementById('root')!);

function Loading({ text, retry }: { text: string; retry?: () => void }) {
  return (
    <div className="loading" role={retry ? 'alert' : 'status'}>
      <p>{text}</p>
      {retry && (
        <button type="button" className="button strong" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

async function findProject() {
  const project = new ServerProject(takeToken(window.location, window.sessionStorage));
  try {
    const info = await project.info();
    return { project: info ? project : null, info, refused: false };
  } catch (error) {
    return { project: null, info: null, refused: error instanceof NotAllowed };
  }
}

async function start() {
  root.render(<Loading text="Loading Motus…" />);
  const [motus, { project, info, refused }] = await Promise.all([loadMotus({ locateFile: () => wasm }), findProject()]);
  const studio = new Studio(motus);
  const frames = new Frames(studio);
  const documents = new Documents(studio, project, info?.files ?? null, info?.root ?? '');
  const connection = new Connection(project, documents);
  // For scripts of the curious, and for tests: docs/studio.md says what is here.
  Object.assign(window, { motusStudio: { studio, stage: studio.stage, frames, documents, selection, timeline: timelineOf(studio) } });
  root.render(<App app={{ studio, frames }} files={{ documents, connection }} />);
  if (refused)
    notify({
      tone: 'warning',
      kind: 'connection',
      title: 'This is not the whole address of the studio',
      text: 'Open the one that `motus studio` printed: without the part behind # the page shows no files of the folder.',
    });
  if (info?.document) await documents.openPath(info.document);
  else {
    const kept = project ? [] : await listKept().catch(() => []);
    if (kept[0]) await documents.openKept(kept[0].name);
    else documents.openScene('hero');
  }
}

start().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  const text = `Motus could not be started: ${reason}. It needs a browser with WebAssembly and WebGL 2.`;
  root.render(<Loading text={text} retry={() => window.location.reload()} />);
});
