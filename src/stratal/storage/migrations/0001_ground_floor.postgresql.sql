
-- Not named vector, which is the name of its column's type. A vector of up to 2,000 numbers lies in
-- the row itself: compared one by one, they must not be fetched one by one from elsewhere.
CREATE TABLE search_vector (
    tenant TEXT NOT NULL,
    generation BIGINT NOT NULL,
    space BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    value vector NOT NULL,
    PRIMARY KEY (tenant, generation, space, seq)
) WITH (toast_tuple_target = 8160);
