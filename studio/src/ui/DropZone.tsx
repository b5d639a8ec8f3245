// The whole page takes files.
// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'react';

import { useDocuments } from '../store/documents_context';

export function DropZone() {
  const { documents } = useDocuments();
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0; // enter and leave come for every element on the way
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setOver(true);
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const allow = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      depth = 0;
      setOver(false);
      if (event.dataTransfer && event.dataTransfer.files.length > 0) void documents.openFiles([...event.dataTransfer.files]);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: allow, drop } as const;
    for (const [name, run] of Object.entries(listeners)) window.addEventListener(name, run as EventListener);
    return () => {
      for (const [name, run] of Object.entries(listeners)) window.removeEventListener(name, run as EventListener);
    };
  }, [documents]);
  if (!over) return null;
  return (
    <div className="drop" aria-hidden="true">
      <p>Drop a .glb, .gltf, .fbx, .bvh, .vrm or .motus file to open it</p>
    </div>
  );
}
