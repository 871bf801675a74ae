import {Button} from '@mantine/core'
import {Link} from 'react-router-dom'
import {texts} from '../../texts'
import {Notice} from './Notice'

interface Props {
  /** The way back. */
  to: string
  label: string
}

/** Says that a part of the address is no page, and leads back. */
export function NoSuchPage({to, label}: Props) {
  return (
    <Notice kind="placed" heading={texts.noSuchPage} hint={texts.unexpected.noSuchPage}>
      <Button component={Link} to={to} variant="default">
        {label}
      </Button>
    </Notice>
  )
}
