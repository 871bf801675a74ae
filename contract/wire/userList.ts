import {listQuery} from './list'

/** Of `GET /api/v0/user/by-org/{id}` and of `GET /api/v0/user/without-organisation`, an addition. */
export const userListQuery = listQuery(['email', 'authority', 'userDeleted', 'lastLogin', 'createdAt'])
