import type {CurrentUser} from '../session/user'

/** Whether the user may change what screens play, and how they are called. */
export const mayArrange = ({authority}: CurrentUser): boolean => authority !== 'CUSTOMER_USER'

/** Whether the user may also change groups and videos. */
export const mayManage = ({authority}: CurrentUser): boolean =>
  authority === 'ORGANISATION_ADMIN' || authority === 'SYS_ADMIN'
