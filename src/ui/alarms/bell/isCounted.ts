import type {BellSnapshot} from '../../../machines/alarms/bell'

/** Whether what is counted is still so. */
export const isCounted = (snapshot: BellSnapshot): boolean => snapshot.matches({counting: {current: 'counted'}})
