import * as z from 'zod/mini'
import {filterValue, listQuery} from './list'

/** The query of `GET /api/v0/user/by-org/{id}`, and of the addition `GET /api/v0/user/without-organisation`. */
export const userListQuery = z.extend(listQuery(['email', 'authority', 'userDeleted', 'lastLogin', 'createdAt']), {
  authority: filterValue,
  customer_id: filterValue,
  userDeleted: filterValue,
})
