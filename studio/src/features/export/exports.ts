// What can be taken out of the studio as a file. Bytes come from the library: the command line
// writes the same.
// SPDX-License-Identifier: MIT
import { download } from '../../motus/files';
import { notify, notifyFailure } from '../../store/notices';
import type { Studio } from '../../store/studio';
import { filmWithMessage } from './film';

export interface Export {
  name: string;
  detail: string;
  /** Null where it can be done; else why not. */
  refused: (studio: Studio) => string | null;
  run: (studio: Studio) => void | Promise<void>;
}

function stem(studio: Studio): string {
  const name = studio.state.opened?.name ?? 'motus';
  return name.slice(name.lastIndexOf('/') + 1).replace(/\.\w+$/, '').toLowerCase().replaceAll(' ', '-');
}

export const exports: Export[] = [
  {
    name: 'Document',
    detail: '.motus',
    refused: () => null,
    run: (studio) => download(`${stem(studio)}.motus`, studio.stage.documentText(), 'application/json'),
  },
  {
    name: 'Baked file',
    detail: '.motusb, for the runtime',
    refused: (studio) => (studio.state.report?.playable ? null : 'The document has faults'),
    run: (studio) => download(`${stem(studio)}.motusb`, studio.stage.bake() as BlobPart, 'application/octet-stream'),
  },
  {
    name: 'Model',
    detail: '.glb',
    refused: (studio) => (studio.state.playing?.rig ? null : 'What plays has no model'),
    run: (studio) => download(`${stem(studio)}.glb`, studio.stage.exportGltf() as BlobPart, 'model/gltf-binary'),
  },
  {
    name: 'Unity controller',
    detail: '.controller',
    refused: (studio) => (studio.state.library?.machines.length ? null : 'There is no machine'),
    run: (studio) => {
      const { playing } = studio.state;
      const { name, text, faults } = studio.stage.exportController(playing?.kind === 'machine' ? playing.id : '');
      download(`${name}.controller`, text, 'text/plain');
      if (faults.length > 0)
        notify({ kind: 'export', tone: 'warning', title: 'Unity has no word for some of it', text: 'These were left out:', faults });
    },
  },
  {
    name: 'Film',
    detail: '.webp, as the picture is now',
    refused: (studio) => (studio.viewport && studio.state.playing?.kind !== 'none' ? null : 'Nothing plays'),
    run: async (studio) => {
      const bytes = await filmWithMessage(studio);
      if (bytes) download(`${stem(studio)}.webp`, bytes as BlobPart, 'image/webp');
    },
  },
];

export async function runExport(entry: Export, studio: Studio): Promise<void> {
  const refused = entry.refused(studio);
  if (refused) {
    notify({ kind: 'export', tone: 'warning', title: `${entry.name} cannot be exported`, text: refused });
    return;
  }
  try {
    await entry.run(studio);
  } catch (error) {
    notifyFailure(`${entry.name} could not be exported`, error);
  }
}
