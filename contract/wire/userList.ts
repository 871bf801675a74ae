import {listQuery} from './list'

/** The query of `GET /api/v0/user/by-org/{id}`, and of the addition `GET /api/v0/user/without-organisation`. */
export const userListQuery = listQuery(['email', 'authority', 'userDeleted', 'lastLogin', 'createdAt'])
