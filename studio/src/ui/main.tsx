// Loads the library, then shows the page. Where it cannot be loaded, says so.
// SPDX-License-Identifier: MIT
import '@xyflow/react/dist/base.css';
import { createRoot } from 'react-dom/client';

import { timelineOf } from '../features/timeline/context';
import { listKept } from '../motus/kept_documents';
import { load } from '../motus/load';
import { findProject } from '../motus/server_project';
import { Connection } from '../store/connection';
import { Documents } from '../store/documents';
import { Frames } from '../store/frames';
import { notify } from '../store/notices';
import { selection } from '../store/selection';
import { Studio } from '../store/studio';
import { App } from './App';
import './style/tokens.css';
import './style/base.css';
import './style/workspace.css';
import './style/panels.css';
import './style/graph.css';
import './style/inspector.css';
import './style/curve.css';
import './style/trust.css';
import './style/timeline.css';

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

async function start() {
  root.render(<Loading text="Loading Motus…" />);
  const [motus, { project, info, refused }] = await Promise.all([load(), findProject()]);
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
