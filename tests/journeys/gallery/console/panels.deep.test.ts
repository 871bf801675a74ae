import {readRoom, walkRoom} from '../../support/gallery'

walkRoom('console/panels')
readRoom('console/panels')
