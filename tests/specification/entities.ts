import type {World} from '../support/world'

/** The steps of an admin with a record of each kind, and the messages when they fail or succeed (section 8). */
export interface Entity {
  kind: 'organisation' | 'customer' | 'user' | 'device' | 'asset'
  createAt: string
  editAt: string
  filled: Record<string, string>
  changed: Record<string, string>
  failed: {create: string; load: string; save: string; delete: string}
  done: {create: string; save: string; delete: string}
  /** The stored record: its path, its fields, and its name. */
  path: string
  stored: Record<string, string>
  name: string
}

export const ENTITIES: readonly Entity[] = [
  {
    kind: 'organisation',
    createAt: 'org-create',
    editAt: 'org-edit',
    filled: {Title: 'Sugar Works', Email: 'sugar@example.test', Phone: '1'},
    changed: {City: 'Bonn'},
    failed: {
      create: 'Failed to create organisation.',
      load: 'Failed to load organisation.',
      save: 'Failed to update organisation.',
      delete: 'Failed to delete organisation.',
    },
    done: {create: 'Organisation created.', save: 'Organisation updated.', delete: 'Organisation deleted.'},
    path: 'organisation',
    stored: {title: 'Salt Works', email: 'salt@example.test', phone: '1'},
    name: 'Salt Works',
  },
  {
    kind: 'customer',
    createAt: 'customer-create',
    editAt: 'customer-edit',
    filled: {Email: 'new-buyer@example.test'},
    changed: {City: 'Bonn'},
    failed: {
      create: 'Customer creation failed',
      load: 'Failed to load customer data',
      save: 'Update failed',
      delete: 'Failed to delete customer',
    },
    done: {create: 'Customer created.', save: 'Customer updated.', delete: 'Customer deleted.'},
    path: 'customer',
    stored: {email: 'buyer@example.test'},
    name: 'buyer@example.test',
  },
  {
    kind: 'user',
    createAt: 'user-create',
    editAt: 'user-edit',
    filled: {Email: 'new-user@example.test', Password: 'correct horse battery'},
    changed: {Authority: 'CUSTOMER_USER'},
    failed: {
      create: 'Registration failed',
      load: 'Failed to load user data',
      save: 'Update failed',
      delete: 'Failed to delete user',
    },
    done: {create: 'User created.', save: 'User updated.', delete: 'User deleted.'},
    path: 'user/register',
    stored: {
      email: 'somebody@example.test',
      password: 'correct horse battery',
      authority: 'ORGANISATION_ADMIN',
    },
    name: 'somebody@example.test',
  },
  {
    kind: 'device',
    createAt: 'device-create',
    editAt: 'device-edit',
    filled: {Name: 'New pump'},
    changed: {Label: 'north'},
    failed: {
      create: 'Failed to create device',
      load: 'Failed to load device',
      save: '❌ Failed to update device',
      delete: '❌ Failed to delete device',
    },
    done: {create: 'Device created.', save: 'Device updated.', delete: 'Device deleted.'},
    path: 'device',
    stored: {name: 'Pump'},
    name: 'Pump',
  },
  {
    kind: 'asset',
    createAt: 'asset-create',
    editAt: 'asset-edit',
    filled: {Name: 'New hall', Label: 'blob'},
    changed: {Type: 'room'},
    failed: {
      create: 'Failed to create asset',
      load: 'Failed to load asset',
      save: 'Failed to update asset',
      delete: 'Failed to delete asset',
    },
    done: {create: 'Asset created.', save: 'Asset updated.', delete: 'Asset deleted.'},
    path: 'asset',
    stored: {name: 'Hall', label: 'blob'},
    name: 'Hall',
  },
]

/** Stores one of each kind for an organisation; answers their ids. */
export async function storeEntities({call, works}: World): Promise<Record<Entity['kind'], string>> {
  const ids = {organisation: '', customer: '', user: '', device: '', asset: ''}
  for (const {kind, path, stored} of ENTITIES) {
    const belonging = kind === 'organisation' ? {} : {organisation_id: works}
    const answer = await call('admin', 'POST', `/api/v0/${path}`, {...stored, ...belonging})
    const {_id, id} = answer.json<{_id?: string; id?: string}>()
    ids[kind] = _id ?? id ?? ''
  }
  return ids
}
