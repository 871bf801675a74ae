import {may, mayGrant} from '../../rights'
import type {Description} from './description'
import type {Field} from './field'

/** The description with the forms that the viewer may fill in. */
export function describedFor(authority: string, description: Description): Description {
  if (may(authority, 'organisation.list')) return description
  return {...description, fields: description.fields.map(field => fieldFor(authority, field))}
}

function fieldFor(authority: string, field: Field): Field {
  if (field.names === 'organisation' && !may(authority, 'user.move')) return {...field, forms: []}
  if (field.names === 'customer' && !may(authority, 'customer.assign')) return {...field, forms: []}
  if (field.name !== 'authority') return field
  const options = mayGrant(authority).toReversed()
  const initial = options.find(option => option === field.initial) ?? options[0] ?? ''
  return {...field, options, optionsWhenCreating: options, initial}
}
