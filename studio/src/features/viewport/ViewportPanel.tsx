// The viewport with its tools: overlays above, transport below.
// SPDX-License-Identifier: MIT
import { chooseFiles, openable } from '../../motus/files';
import { useDocuments } from '../../store/documents_context';
import { useApp } from '../../store/frames';
import { overlayTitles } from '../../store/overlays';
import { settings, toggleOverlay } from '../../store/settings';
import { useStore } from '../../store/store';
import { IconButton } from '../../widgets/controls';
import { Canvas } from './Canvas';
import { Transport } from './Transport';

function Tools() {
  const { studio } = useApp();
  const playing = useStore(studio, (state) => state.playing);
  const joint = useStore(studio, (state) => state.joint);
  const shown = useStore(settings, (state) => state.overlays);
  const rig = playing?.rig;
  return (
    <div className="tools" role="toolbar" aria-label="View">
      {playing?.view === '3d' && (
        <>
          <div className="group overlays" role="group" aria-label="Overlays">
            {overlayTitles.map(({ name, title, key }) => (
              <button
                key={name}
                type="button"
                className="button quiet"
                aria-pressed={shown.includes(name)}
                aria-keyshortcuts={key}
                title={`${title} (${key})`}
                onClick={() => toggleOverlay(name)}
              >
                {title}
              </button>
            ))}
          </div>
          <span className="space" />
          {rig && (
            <select
              className="field joint"
              aria-label="Joint"
              value={joint}
              onChange={(event) => studio.selectJoint(Number(event.target.value))}
            >
              <option value={-1}>No joint selected</option>
              {rig.joints.map((entry, index) => entry.bone && (
                <option key={index} value={index}>
                  {entry.name}
                </option>
              ))}
            </select>
          )}
        </>
      )}
      {playing?.view !== '3d' && <span className="space" />}
      <IconButton icon="frame" label={joint >= 0 ? 'Frame the joint' : 'Frame everything'} shortcut="F" onClick={() => studio.frame()} />
    </div>
  );
}

/** Over the picture where there is none, or something is missing from it. */
function Veil() {
  const { studio } = useApp();
  const { documents } = useDocuments();
  const { opened, report, library, contextLost } = useStore(studio, (state) => state);
  if (contextLost)
    return (
      <div className="veil" role="status">
        <p className="empty-title">The graphics context was lost</p>
        <p>The browser took it away; the picture comes back by itself as soon as the browser gives it back.</p>
      </div>
    );
  if (report && report.missing.length > 0)
    return (
      <div className="veil">
        <p className="empty-title">{opened?.name} needs files that are not here</p>
        <ul>
          {report.missing.map((path) => (
            <li key={path}>
              <code>{path}</code>
            </li>
          ))}
        </ul>
        <p>Drop them on this page, or choose them.</p>
        <button
          type="button"
          className="button strong"
          onClick={async () => {
            const files = await chooseFiles(openable);
            if (files.length > 0) await documents.openMissing(files);
          }}
        >
          Choose files…
        </button>
      </div>
    );
  if (report && !report.playable)
    return (
      <div className="veil">
        <p className="empty-title">{opened?.name} cannot be played yet</p>
        <ul className="faults">
          {report.faults.slice(0, 5).map((fault, index) => (
            <li key={index}>
              <code>{fault.path || '/'}</code> {fault.message}
            </li>
          ))}
        </ul>
      </div>
    );
  if (!opened || !library)
    return (
      <div className="veil">
        <p className="empty-title">Nothing is open</p>
        <p>Choose a scene in the library, or drop a .glb or .motus file here.</p>
      </div>
    );
  return null;
}

export function ViewportPanel() {
  return (
    <>
      <Tools />
      <div className="picture">
        <Canvas />
        <Veil />
      </div>
      <Transport />
    </>
  );
}
