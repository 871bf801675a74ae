import {readRoom, walkRoom} from '../../support/gallery'

walkRoom('console/records')
readRoom('console/records')
