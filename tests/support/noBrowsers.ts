import type {Recipients} from '../../server/notification/push/recipients'

/** For messages of routes that name no browsers. */
export const NO_BROWSERS: Pick<Recipients, 'channelsOf' | 'limited' | 'peopleOf'> = {
  channelsOf: async () => [],
  peopleOf: async () => new Map(),
  limited: async (_transaction, _channels, notices) => notices,
}
