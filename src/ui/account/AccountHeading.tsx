import {Title} from '@mantine/core'
import {TITLE} from '../../../contract/limits'

export function AccountHeading({children}: {children: string}) {
  return (
    <>
      <title>{`${children} – ${TITLE}`}</title>
      <Title order={1} size="h3" mb="sm">
        {children}
      </Title>
    </>
  )
}
