import type {Recipients} from '../../server/notification/push/recipients'

/** For messages of routes that name no browsers. */
export const NO_BROWSERS: Pick<Recipients, 'channelsOf' | 'limited'> = {
  channelsOf: async () => [],
  limited: async (_transaction, _channels, notices) => notices,
}
