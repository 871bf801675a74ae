import type {Recipients} from '../../server/notification/push/recipients'

/** For messages of routes that name no browsers. */
export const NO_BROWSERS: Pick<Recipients, 'channelsOf' | 'peopleOf'> = {
  channelsOf: async () => [],
  peopleOf: async () => new Map(),
}
