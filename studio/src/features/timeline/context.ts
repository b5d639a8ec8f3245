// The one timeline model of the page.
// SPDX-License-Identifier: MIT
import { useApp } from '../../store/frames';
import type { Studio } from '../../store/studio';
import { TimelineModel } from './model';

const models = new WeakMap<Studio, TimelineModel>();

/** One per studio: panels come and go, the selection stays. */
export function timelineOf(studio: Studio): TimelineModel {
  let model = models.get(studio);
  if (!model) {
    model = new TimelineModel(studio);
    models.set(studio, model);
  }
  return model;
}

export function useTimeline(): TimelineModel {
  return timelineOf(useApp().studio);
}
