"""Defines the vocabulary for interpreting table and column names."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MARKS = _words(
    """
    abbr bk cd cod code codigo fk guid hk id ident identifier ids key kod nbr nk no nr num number nummer oid pk
    ref rid sid sk slug uuid
    """
)
"""Words that show that a column identifies something."""

LAYERS = _words(
    """
    agg base brg bridge d data dim dimension dm dw dwh f fact facts fct hdr header hist history hub int
    intermediate link list lkp lnk lookup mart master mst mstr obt ods raw ref reference rpt sat seed snap
    snapshot source src stage staging stg t tab table tbl temp tmp v view vw
    """
)
"""Words in table names that denote the layer or the kind of table rather than what it lists."""

NATURAL = _words(
    """
    barcode date day ean email gtin handle hash iata icao isbn iso iso2 iso3 login mail plate sku slug ssn
    symbol ticker upc username vin year
    """
)
"""Words in column names for natural identifiers."""

MEASURES = _words(
    """
    address amount area avg balance birth body budget city comment content cost count created deleted depth
    description discount duration fax first firstname height last lastname lat latitude length lng lon longitude
    message modified note notes password pct percent phone population price qty quantity rate revenue salary
    score size street sum tax text timestamp title total updated url value weight width
    """
)
"""Words in column names for descriptions and measures, which identify nothing."""

ORDINALS = _words(
    """
    attempt attribute batch block chapter date day from hour index installment item lang language lap leg level
    line locale month name number order ordinal page period pit pos position quarter rank revision round segment
    seq sequence since slot sort start step stop turn type valid version week year
    """
)
"""Words in column names that distinguish the rows of one parent, as parts of composite keys do."""

SELF = _words(
    """
    ancestor boss capo chefe chief duplicateof eltern genitore head inreplyto jefe lead manager mentor mgr next
    ober original ouder padre pai parent parentid pere predecessor prev previou previous referrer replace
    replacedby replyto reportedto reportsto reportto rodic rollup root successor superieur superior supervisor
    vater vorgesetzte vorgesetzter
    """
)
"""Names of references to another row of the same table."""

PERSON_ROLES = _words(
    """
    actor advisor agent applicant approvedby approver assignedby assignedto assignee attendee author buyer
    caller candidate captain cashier closedby closer coach contact createdby createduser creator creditor debtor
    deletedby doctor driver editor enteredby examiner followee follower guest handledby host initiator inspector
    instructor invitedby issuedby judge landlord lead librarian loser manager member mergedby moderator
    modifiedby operator organizer owner participant payee payer performedby performer physician pilot presenter
    receptionist recipient recordedby rep reporter requester responsible reviewer salesperson salesrep seller
    sender signer soldby submittedby supervisor teacher technician tenant triggeredby updatedby updateduser
    uploader user verifiedby winner
    """
)
"""Words for the roles of people in a row."""

PERSONS = _words(
    """
    account agent associate clerk coach contact customer doctor driver employee engineer individual instructor
    lecturer member nurse officer operator party patient people person personnel physician player practitioner
    professor profile resident staff student teacher technician user worker
    """
)
"""Words for tables that list people."""

PERSONAL = _words(
    """
    birth birthdate birthday born email firstname forename gender givenname hire hired hiredate job lastname salary
    surname wage
    """
)
"""Words in column names for personal data."""

NOT_POINTERS = _words(
    """
    area bar batch build check checksum color correlation device error external fax hash hex job legacy license
    line load lot message model national part passport phone pin port postal registration request response
    revision row run seq serial session social sort span status tax trace tracking vat version zip
    """
)
"""Words in column names that look like references but identify objects in other systems."""

GENERIC_KEYS = _words(
    """
    date day description label month name status title type year
    """
)
"""Names of keys that many tables have and that refer to no table."""
